import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** From where on the next run reads, and how that is set. */
export const cursorMessages = {
  title: 'Start of next run',
  opening: 'Reading the cursor…',
  retry: 'Look again',
  neverLive: 'Nothing is live yet: the first run reads from the beginning.',
  noSource: 'Events of a webhook are taken once and never read again, so there is no cursor.',
  system: 'System',
  what: 'Read',
  column: 'Cursor',
  noColumn: 'None: each run reads everything.',
  value: 'Current value',
  notSet: 'Not set: the next run reads from the beginning.',
  noPlainForm: 'Set, in the source’s own format.',
  leftByRun: 'Left by run {run}, {at}',
  setByPerson: 'Set by a person, {at}',
  unsent: counted({
    one: '# record that could not be sent is sent first.',
    other: '# records that could not be sent are sent first.',
  }),
  from: 'Let the next run begin',
  starts: { beginning: 'From the beginning', value: 'From a value' },
  startValue: 'Value',
  startValueHint: 'The first value to read: a number, a UTC time such as 2026-01-31 12:00:00, or a text, like the cursor.',
  valueMissing: 'Enter the first value to read.',
  preview: 'Show what is read again',
  previewing: 'Asking the source…',
  confirm: 'Set the cursor',
  setting: 'Setting the cursor…',
  cancel: 'Cancel',
  done: 'The cursor is set.',
}
