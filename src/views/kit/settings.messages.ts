import { countedIn } from './format/counted.ts'

const counted = countedIn('en')

/** What every section of settings says while it is read, changed and saved. */
export const settingsMessages = {
  loading: (name: string) => `Loading ${name}…`,
  retry: 'Retry',
  save: 'Save',
  saving: 'Saving…',
  discard: 'Discard',
  unsaved: counted({ one: '# unsaved change:', other: '# unsaved changes:' }),
  failed: 'Not saved:',
  retrySave: 'Retry',
  retrySaveName: 'Retry saving',
  conflict: {
    reading: 'Someone else saved this. Loading their changes…',
    by: '{by} saved at {at}.',
    unknown: 'This was saved elsewhere.',
    compare: 'Compare',
    overwrite: 'Overwrite',
    discard: 'Discard my changes',
    compared: 'Your changes to the saved values:',
  },
  /** A value as it is compared. */
  value: { on: 'on', off: 'off', none: 'empty' },
  /** A changed field with what it was and what it becomes. */
  change: (field: string, before: string, after: string) => `${field} ${before} → ${after}`,
  cancel: 'Cancel',
  working: 'Working…',
}
