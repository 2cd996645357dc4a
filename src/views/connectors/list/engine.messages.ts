/** What the engine runs now, what is due next, and what waits. */
export const engineMessages = {
  title: 'Integration Engine',
  name: 'what the engine runs',
  none: 'No connectors yet',
  noneWhy: 'What runs, what is due and what waits appears here as soon as there is a connector.',
  running: 'Runs now',
  runningNone: 'Nothing runs at the moment.',
  startedAt: 'since {at}',
  due: 'Due next',
  dueNone: 'Nothing is due by itself: no active connector has a schedule.',
  dueAt: 'next run {at}',
  waiting: 'Waits',
  waitingNone: 'Nothing waits.',
  queued: 'Its run is queued: the engine takes it as soon as it is free.',
  runPaused: 'Its run is paused.',
}
