import type { Problem } from '#contract/kit/problem.ts'
import type { Draft, DraftChange } from './draft.ts'

export type BuilderEvent =
  | { readonly type: 'user.changed'; readonly change: DraftChange }
  | { readonly type: 'user.retried' }
  /** Somebody else saved meanwhile: what stands here is saved over it. */
  | { readonly type: 'user.keptMine' }
  /** Somebody else saved meanwhile: what stands here is given up for it. */
  | { readonly type: 'user.tookTheirs' }
  /** The page is left or hidden: what is not saved is saved now. */
  | { readonly type: 'browser.left' }

export type BuilderContext = {
  readonly connectorId: string
  readonly draft: Draft | null
  /** As the server had it last, as far as this page knows. */
  readonly saved: Draft | null
  /** What the last save carried: a draft that is another object holds more. */
  readonly sent: Draft | null
  /** What was sent and not answered: the server may have taken any of it. */
  readonly unanswered: readonly Draft[]
  /** What somebody else saved meanwhile; null while it was not read. */
  readonly theirs: Draft | null
  readonly problem: Problem | null
}
