/** How a failure is written down in the catalogue. */

export type Entry = {
  /** HTTP status; 0 where no server answered. */
  readonly status: number
  readonly title: string
  readonly message: string
  /** Whether the same call may succeed when it is made again unchanged. */
  readonly retryable: boolean
}

export const entry = (status: number, title: string, message: string, retryable = false) =>
  ({ status, title, message, retryable }) as const
