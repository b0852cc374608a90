// The same tests with the fast paths of JSON framing replaced by the plain functions.
process.env['RXKUBE_JSON'] = 'plain';

export default (await import('./vitest.config.js')).default;
