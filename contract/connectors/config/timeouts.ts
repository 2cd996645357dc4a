/** How long a request of one HTTP system may take, in seconds. Connecting has five. `server/outbound/limits.ts` enforces it. */
export const timeoutLimits = { firstByteDefault: 60, firstByteMax: 300, totalDefault: 120, totalMax: 900 } as const

/** Its schema is part of `config.ts`: machines read this file without the schema library. */
export type Timeouts = { readonly firstByteSeconds?: number; readonly totalSeconds?: number }

/** Whether a response would have to be complete before it begins. */
export const isTotalTooShort = ({ firstByteSeconds, totalSeconds }: Timeouts): boolean =>
  firstByteSeconds !== undefined && totalSeconds !== undefined && totalSeconds < firstByteSeconds
