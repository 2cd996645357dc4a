/** What a run says that waits for destinations which a person paused. The engine writes it, and pages know it by its words. */
const ends = [' is paused. Its records wait.', ' are paused. Their records wait.'] as const

/** @param names of one destination or more. */
export const pausedText = (names: readonly string[]): string => `${names.join(' and ')}${names.length === 1 ? ends[0] : ends[1]}`

export const isPausedText = (reason: string): boolean => ends.some((it) => reason.endsWith(it))
