/** What every section of settings says while it is read, changed and saved. */
export const settingsMessages = {
  loading: (name: string) => `Loading ${name}…`,
  retry: 'Retry',
  save: 'Save',
  saving: 'Saving…',
  discard: 'Discard',
  unsaved: 'Unsaved changes:',
  /** A changed field with what it was and what it becomes. */
  change: (field: string, before: string, after: string) => `${field} ${before} → ${after}`,
  stale: {
    reload: 'Load theirs, keep my changes',
    discard: 'Discard my changes',
  },
  cancel: 'Cancel',
  working: 'Working…',
}
