/** A press of Deploy on a step, which the review carries out. It is in the state of the history entry: an address alone deploys nothing. */
const lastsMs = 60_000

export const deployOrder = () => ({ deployOrderedAt: Date.now() })

/** Whether the review was opened by such a press. It counts once: a reload and the way back deploy nothing. */
export function takeDeployOrder(): boolean {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('deployOrderedAt' in state)) return false
  const { deployOrderedAt, ...rest } = state
  history.replaceState(rest, '')
  return typeof deployOrderedAt === 'number' && Date.now() - deployOrderedAt < lastsMs
}
