/** Whether what is on the page is as it is now. */
export const liveMessages = {
  connecting: 'Connecting',
  connectingWhy: 'Loading the current state.',
  live: 'Live',
  liveWhy: 'Changes are shown as they happen.',
  waiting: 'Not live',
  waitingWhy: 'The connection was lost. It is tried again automatically.',
  offline: 'Offline',
  offlineWhy: 'This device is offline. Updates continue automatically when it is online.',
  refused: 'Not live',
  refusedWhy: 'The server does not report changes here.',
  asOf: 'Shown as of',
  reconnect: 'Reconnect now',
}
