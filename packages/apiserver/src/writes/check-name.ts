import { type FieldProblem, invalid } from '../statuses/status-errors.js';
import { type NameRule, type ServedResource } from '../resources/served-resource.js';

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
/** The rules for the letters of a name, in the words of a server. */
const LETTERS: Readonly<Record<Exclude<NameRule, 'segment'>, string>> = {
  label: `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL}')`,
  subdomain: `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`,
};
/** The longest DNS label, and the longest DNS name: RFC 1123. */
const LONGEST = { label: 63, subdomain: 253 } as const;
const PATTERNS = {
  label: new RegExp(`^${LABEL}$`, 'u'),
  subdomain: new RegExp(`^${SUBDOMAIN}$`, 'u'),
} as const;

/**
 * Checks the name of a new object by the rule of its kind, and its `generateName` as well.
 *
 * @param others further problems of the object, which the same response reports
 * @throws StatusError 422
 */
export function checkName(
  { group, kind, nameRule }: ServedResource,
  name: string,
  generateName: string | undefined,
  others: readonly FieldProblem[] = [],
): void {
  const problems = [
    ...(generateName === undefined
      ? []
      : // A generated suffix follows the dash, so the dash is not the end.
        problemsOf(nameRule, generateName.replace(/(?<=.)-$/u, 'a')).map((problem) =>
          asProblem('metadata.generateName', generateName, problem),
        )),
    ...problemsOf(nameRule, name).map((problem) => asProblem('metadata.name', name, problem)),
    ...others,
  ];
  if (problems.length > 0) throw invalid({ group, kind, name }, problems);
}

function problemsOf(rule: NameRule, name: string): readonly string[] {
  if (rule === 'segment') {
    return /[/%]/u.test(name) || name === '.' || name === '..'
      ? [`may not contain '/' or '%', nor be '.' or '..'`]
      : [];
  }
  if (rule === 'label' && name.includes('.')) return ['must not contain dots'];

  return [
    ...(name.length > LONGEST[rule]
      ? [`must be no more than ${String(LONGEST[rule])} characters`]
      : []),
    ...(PATTERNS[rule].test(name) ? [] : [LETTERS[rule]]),
  ];
}

function asProblem(field: string, value: string, problem: string): FieldProblem {
  return {
    field,
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${JSON.stringify(value)}: ${problem}`,
  };
}
