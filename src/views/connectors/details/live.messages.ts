/** Whether what is on the page is as it is now. */
export const liveMessages = {
  connecting: 'Connecting',
  connectingWhy: 'Asking for what is true now.',
  live: 'Live',
  liveWhy: 'Changes are shown as they happen.',
  waiting: 'Not live',
  waitingWhy: 'The connection was lost. It is tried again by itself.',
  offline: 'Offline',
  offlineWhy: 'This device has no network. It goes on by itself as soon as there is one.',
  refused: 'Not live',
  refusedWhy: 'The server does not tell what changes here.',
  asOf: 'Shown as of',
  reconnect: 'Reconnect now',
}
