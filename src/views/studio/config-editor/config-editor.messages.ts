import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')
const quoted = (value: unknown) => JSON.stringify(value)

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}
const typeName = (type: string) => types[type] ?? 'anything'

const mustBe = 'must be '

/** The configuration as text: reading, editing, validating, publishing, and what was before. */
export const configEditorMessages = {
  name: 'Configuration',
  opening: 'Opening the configuration…',
  reload: 'Reload Page',
  retry: 'Retry',
  edit: 'Edit Configuration',
  validate: 'Validate',
  validating: 'Validating…',
  cancel: 'Cancel',
  publish: 'Publish',
  copy: 'Copy to clipboard',
  copied: 'JSON Copied',
  notCopied: 'Your browser blocked copying.',
  text: 'Configuration as JSON',
  reading: (revision: string) => `Read-only. Saved as revision ${revision}.`,
  writing: (revision: string) => `You are editing revision ${revision}. Changes are saved when you publish.`,
  newer: (revision: string, by: string | null) =>
    by === null ? `Revision ${revision} saved.` : `Revision ${revision} saved by ${by}.`,
  newerBeside: 'Your text is safe. Compare both versions and choose.',
  loadNewer: 'Load it',
  compareNewer: 'Compare both',
  secrets: 'Secrets appear as {"set": true, "last4": "…"}. Leave them unchanged to keep them, or replace them with new text.',
  fromTab: 'Your unpublished text from this tab.',
  leftOut: counted({
    one: '# secret is not saved in the browser. Enter it again.',
    other: '# secrets are not saved in the browser. Enter them again.',
  }),
  fromVersion: (number: string) => `You see version ${number}, not published. Secrets keep their current values.`,

  results: 'Validation Results',
  notYet: 'Not validated yet.',
  rulesOnly: (errors: number) =>
    `The server could not validate this. Section checks found ${errors === 0 ? 'no errors' : 'these'}.`,
  success: 'Validation Successful',
  successWhy: 'No errors. You can publish.',
  errors: counted({ one: '# error', other: '# errors' }),
  warnings: counted({ one: '# warning', other: '# warnings' }),

  published: 'Configuration Published',
  publishing: 'Saving and deploying…',

  confirm: 'Confirm Deployment',
  confirmWhat: (live: string | null) =>
    live === null
      ? 'Deploy Now saves and deploys this configuration. Runs start only when you start them.'
      : `Deploy Now saves and deploys this configuration. Version ${live} keeps running until then.`,
  deploy: 'Deploy Now',
  diff: (live: string) => `Changes since version ${live}`,
  noDiff: (live: string) => `No changes since version ${live}.`,
  secretsChange: counted({
    one: '# secret changes to your new value (not shown).',
    other: '# secrets change to your new values (not shown).',
  }),
  diffOfFirst: 'What is deployed',

  stale: 'Someone saved this connector after you opened it',
  staleWhy: 'Your changes are safe. Continue from the newer version with your changes, or discard yours.',
  staleUnread: 'Could not load the newer version.',
  staleDiff: 'The newer version, with your changes',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  back: 'Back to the text',

  history: 'History',
  versions: 'versions',
  noVersions: 'No versions yet',
  noVersionsWhy: 'Each deployment creates a version, which you can restore here.',
  version: (number: string) => `Version ${number}`,
  live: 'Live',
  by: (author: string) => `by ${author}`,
  showShort: 'Show',
  hideShort: 'Hide',
  show: (number: string) => `Show version ${number}`,
  hide: (number: string) => `Hide version ${number}`,
  versionDiff: (number: string) => `Changes to version ${number}`,
  sameAsVersion: 'Identical to the text above.',
  restore: (number: string) => `Restore version ${number}`,

  required: 'required',
  or: ' or ',
  typeName,
  values: (values: readonly unknown[]) => values.map(quoted).join(', '),
  limits: {
    least: (limit: number) => `at least ${limit}`,
    most: (limit: number) => `at most ${limit}`,
    characters: (limit: number) => `at most ${limit} characters`,
    entries: (limit: number) => `at most ${limit} entries`,
  },
  broken: (code: string) => brokenMessages[code] ?? 'This is not valid JSON.',
  tooDeep: 'Nested too deeply for a configuration.',
  tooLarge: 'Larger than the limit of 1 MB.',
  faults: {
    mustBe,
    type: (...of: readonly string[]) => `${mustBe}${[...new Set(of.map(typeName))].join(' or ')}`,
    oneOf: (values: readonly unknown[]) =>
      values.length === 1 ? `${mustBe}${quoted(values[0])}` : `${mustBe}one of ${values.map(quoted).join(', ')}`,
    missing: (name: string) => `"${name}" is missing`,
    unknown: (name: string) => `"${name}" is not a known field`,
    empty: 'must not be empty',
    long: (limit: number) => `must have at most ${limit} characters`,
    least: (limit: number) => `must be at least ${limit}`,
    most: (limit: number) => `must be at most ${limit}`,
    few: (limit: number) => `must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}`,
    many: (limit: number) => `must have at most ${limit} entries`,
  },
}

const brokenMessages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Unknown word in JSON.',
  InvalidNumberFormat: 'This is not a number.',
  PropertyNameExpected: 'Enter a name in double quotes here.',
  ValueExpected: 'Enter a value here.',
  ColonExpected: 'Enter a colon here.',
  CommaExpected: 'Enter a comma here.',
  CloseBraceExpected: 'Enter a closing } here.',
  CloseBracketExpected: 'Enter a closing ] here.',
  EndOfFileExpected: 'Remove the text after the end.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfComment: 'JSON has no comments.',
  UnexpectedEndOfString: 'Close the text with a double quote.',
  UnexpectedEndOfNumber: 'Complete the number.',
  InvalidUnicode: 'After \\u, enter four hexadecimal digits.',
  InvalidEscapeCharacter: 'After a backslash, use only " \\ / b f n r t u.',
  InvalidCharacter: 'Write this character as \\u with four digits.',
}
