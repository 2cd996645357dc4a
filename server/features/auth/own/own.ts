import { refusal } from '#contract/kit/problem.ts'
import type { SessionCaller } from '#server/platform/security/access.ts'

/** What secures an account is nobody else's business, administrators included. @throws `user/not-found` */
export function checkOwn({ userId }: SessionCaller, asked: string): void {
  if (asked !== userId) throw refusal('user/not-found')
}
