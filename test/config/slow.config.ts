// The suites that `npm run test:rest` runs, and those that need more than Node.
import { configuration } from './configuration.js';
import { apart, slow } from './projects.js';

export default configuration([...slow, ...apart]);
