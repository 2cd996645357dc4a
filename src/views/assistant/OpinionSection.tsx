import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { opinionMachineFor } from '../../services/assistant/assistant.actors.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { inspect } from '../../services/kit/inspection.ts'
import type { AnswerMessage } from './Messages.tsx'
import { OpinionButtons } from './OpinionButtons.tsx'

type OpinionSectionProps = { readonly access: Access; readonly message: AnswerMessage }

/** Whether an answer helped: what the person said before, and what they say now. */
export function OpinionSection({ access, message: { id, answer } }: OpinionSectionProps) {
  const machine = useMemo(() => opinionMachineFor(access, id), [access, id])
  const actor = useActorRef(machine, { input: { own: answer.opinion }, inspect })
  return <OpinionButtons actor={actor} />
}
