/** The actors of pages: made once for what they are made of, and seen by the inspector. */
import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { Actor, AnyActorLogic, InputFrom } from 'xstate'

import { inspect } from '#src/services/kit/inspection.ts'

type Input<Logic extends AnyActorLogic> =
  undefined extends InputFrom<Logic> ? [input?: InputFrom<Logic>] : [input: InputFrom<Logic>]

/**
 * The actor of a machine, made again when one of `deps` is another.
 * @param make provides the machine and uses nothing else that changes: the linter looks at it as at the function of `useMemo`.
 * @param input as at the first render.
 */
export function useMachine<Logic extends AnyActorLogic>(make: () => Logic, deps: readonly unknown[], ...[input]: Input<Logic>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of the caller, where the linter checks it
  const logic: AnyActorLogic = useMemo(make, deps)
  return useActorRef(logic, { input, inspect }) as Actor<Logic>
}
