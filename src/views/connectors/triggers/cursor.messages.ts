import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** From where on the next run reads, and how that is set. */
export const cursorMessages = {
  title: 'Start of next run',
  opening: 'Reading the cursor…',
  retry: 'Look again',
  neverLive: 'No version is live yet. The first run reads from the beginning.',
  noSource: 'Webhook events are read only once, so there is no cursor.',
  system: 'System',
  what: 'Read',
  column: 'Cursor',
  noColumn: 'None. Each run reads all records.',
  value: 'Current value',
  notSet: 'Not set. The next run reads from the beginning.',
  noPlainForm: "Set in the source's own format.",
  leftByRun: 'Set by run {run}, {at}',
  setByPerson: 'Set by a person, {at}',
  unsent: counted({
    one: '# unsent record goes out first.',
    other: '# unsent records go out first.',
  }),
  from: 'Start the next run',
  starts: { beginning: 'From the beginning', value: 'From a value' },
  startValue: 'Value',
  startValueHint: "First value to read, in the cursor's format: a number, a text, or a UTC time such as 2026-01-31 12:00:00.",
  valueMissing: 'Enter the first value to read.',
  preview: 'Preview records',
  previewing: 'Checking the source…',
  confirm: 'Set the cursor',
  setting: 'Setting the cursor…',
  cancel: 'Cancel',
  done: 'Cursor set.',
}
