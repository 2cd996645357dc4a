export type Failure = { readonly name: string; readonly message?: string | undefined; readonly file?: string }
export function vitestFailures(root: string, report: unknown, unhandled: readonly string[]): Failure[]
export function browserCount(report: unknown): {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: Failure[]
  readonly isOnlyTests: boolean
}
