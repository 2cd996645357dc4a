/** Whether what is on the page is as it is now. */
export const liveMessages = {
  connecting: 'Connecting',
  connectingWhy: 'Loading the current state.',
  live: 'Live',
  liveWhy: 'Updates as changes happen.',
  waiting: 'Not live',
  waitingWhy: 'Connection lost. Reconnecting automatically.',
  offline: 'Offline',
  offlineWhy: 'You are offline. Updates continue when you are back online.',
  refused: 'Not live',
  refusedWhy: 'Live updates are not available.',
  asOf: 'As of',
  reconnect: 'Reconnect now',
}
