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
  notCopied: 'Your browser did not let us copy it.',
  text: 'Configuration as JSON',
  reading: (revision: string) => `Read-only. Saved as revision ${revision}.`,
  writing: (revision: string) => `You are editing revision ${revision}. Nothing is saved before it is published.`,
  newer: (revision: string, by: string | null) =>
    by === null ? `Revision ${revision} was saved.` : `Revision ${revision} was saved by ${by}.`,
  newerBeside: 'What you wrote is not lost: compare both and choose.',
  loadNewer: 'Load it',
  compareNewer: 'Compare both',
  secrets:
    'Secrets are shown as {"set": true, "last4": "…"}. Leave it to keep the secret, or replace it with a text to change it.',
  fromTab: 'This is what you wrote before in this tab. It is not published.',
  leftOut: counted({
    one: '# secret that you typed was not kept in the browser: enter it again.',
    other: '# secrets that you typed were not kept in the browser: enter them again.',
  }),
  fromVersion: (number: string) => `This is version ${number}. It is not published. Secrets stay as they are now.`,

  results: 'Validation Results',
  notYet: 'Not validated yet.',
  rulesOnly: (errors: number) =>
    `The server could not validate it. The rules of the sections find ${errors === 0 ? 'no errors' : 'these'}.`,
  success: 'Validation Successful',
  successWhy: 'No errors. It can be published.',
  errors: counted({ one: '# error', other: '# errors' }),
  warnings: counted({ one: '# warning', other: '# warnings' }),

  published: 'Configuration Published',
  publishing: 'Saving and deploying…',

  confirm: 'Confirm Deployment',
  confirmWhat: (live: string | null) =>
    live === null
      ? 'Deploy Now saves it and deploys it. Nothing runs yet.'
      : `Deploy Now saves it and deploys it. Version ${live} keeps running until the new one is live.`,
  deploy: 'Deploy Now',
  diff: (live: string) => `What changes against version ${live}`,
  noDiff: (live: string) => `Nothing changes against version ${live}.`,
  secretsChange: counted({
    one: '# secret changes to what you typed. It is not shown here.',
    other: '# secrets change to what you typed. They are not shown here.',
  }),
  diffOfFirst: 'What is deployed',

  stale: 'Someone saved this connector after you opened it',
  staleWhy: 'Nothing is lost. Continue from their version with your changes, or discard yours.',
  staleUnread: 'What they saved could not be read yet.',
  staleDiff: 'Their version, and your changes to it',
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
  versionDiff: (number: string) => `What the text above changes in version ${number}`,
  sameAsVersion: 'It is identical to the text above.',
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
  tooDeep: 'It is nested too deeply for a configuration.',
  tooLarge: 'It is larger than the limit of 1 MB.',
  faults: {
    mustBe,
    type: (...of: readonly string[]) => `${mustBe}${[...new Set(of.map(typeName))].join(' or ')}`,
    oneOf: (values: readonly unknown[]) =>
      values.length === 1 ? `${mustBe}${quoted(values[0])}` : `${mustBe}one of ${values.map(quoted).join(', ')}`,
    missing: (name: string) => `"${name}" is missing`,
    unknown: (name: string) => `"${name}" is not known here`,
    empty: 'must not be empty',
    long: (limit: number) => `must have at most ${limit} characters`,
    least: (limit: number) => `must be at least ${limit}`,
    most: (limit: number) => `must be at most ${limit}`,
    few: (limit: number) => `must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}`,
    many: (limit: number) => `must have at most ${limit} entries`,
  },
}

const brokenMessages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This word is not known in JSON.',
  InvalidNumberFormat: 'This is no number.',
  PropertyNameExpected: 'The name of a member is expected here, in double quotes.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'A closing } is expected here.',
  CloseBracketExpected: 'A closing ] is expected here.',
  EndOfFileExpected: 'Remove the text after the end.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfComment: 'JSON has no comments.',
  UnexpectedEndOfString: 'The text has no end: a double quote is missing.',
  UnexpectedEndOfNumber: 'The number has no end.',
  InvalidUnicode: 'This is no character: \\u is followed by four digits.',
  InvalidEscapeCharacter: 'After a backslash only " \\ / b f n r t u is allowed.',
  InvalidCharacter: 'This character must be written as \\u with four digits.',
}
