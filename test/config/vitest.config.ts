// The suites of `npm test`.
import { configuration } from './configuration.js';
import { quick } from './projects.js';

export default configuration(quick);
