/** What a run says that waits for somebody to sign in again, and when runs go on that wait for a connection. */

export const connectionEndedText = (name: string): string =>
  `The connection "${name}" is not signed in. Nothing is sent until someone signs in under Connections.`

/** By the problem that holds the run. */
export const waitingNext: Readonly<Partial<Record<string, string>>> = {
  'connection/off': 'Continues when the connection is on.',
  'connection/ended': 'Continues when someone has signed in.',
}
