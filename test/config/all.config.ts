// The suites of `npm run test:all`.
import { configuration } from './configuration.js';
import { quick, slow } from './projects.js';

export default configuration([...quick, ...slow]);
