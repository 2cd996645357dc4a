/** What stands where a page broke. */
export const failure = {
  title: 'Something went wrong',
  missing: 'This page could not be loaded: Datacrane does not answer.',
  updateLoop: 'This page went on updating itself without end. Reload it to try again.',
  other: 'This page stopped working. Reload it to try again.',
  again: 'Try Again',
  retry: 'Retry',
  reload: 'Reload',
  home: 'Go Home',
}
