import { type Scenario } from '../scenario.js';
import { endingScenarios } from './endings.js';
import { listScenarios } from './lists.js';
import { optionScenarios } from './options.js';
import { presentationScenarios } from './presentation.js';
import { watchScenarios } from './watches.js';
import { writeScenarios } from './writes.js';

export const scenarios: readonly Scenario[] = [
  ...optionScenarios,
  ...listScenarios,
  ...watchScenarios,
  ...writeScenarios,
  ...presentationScenarios,
  ...endingScenarios,
];
