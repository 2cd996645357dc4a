/** What stands where a page, or a part of one, broke. */
export const failureMessages = {
  title: 'Something went wrong',
  page: {
    missing: 'This page could not be loaded. Datacrane does not respond.',
    endless: 'This page kept updating in a loop. Reload it to try again.',
    other: 'This page stopped working. Reload it to try again.',
  },
  part: {
    missing: 'This part of the page could not be loaded. Datacrane does not respond.',
    endless: 'This part of the page kept updating in a loop. Reload the page to try again.',
    other: 'This part of the page stopped working. Reload the page to try again.',
  },
  again: 'Try Again',
  retry: 'Retry',
  reload: 'Reload',
  home: 'Go Home',
}
