import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { User } from '#contract/auth/auth.ts'
import { liveAssistantMachine, opinionMachineFor } from '../../services/assistant/assistant.actors.ts'
import { keptQuestion, placeNow } from '../../services/assistant/assistant.service.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { inspect } from '../../services/kit/inspection.ts'
import { AssistantPanel } from './AssistantPanel.tsx'
import type { AnswerMessage } from './Messages.tsx'
import { OpinionButtons } from './OpinionButtons.tsx'

type AssistantMountProps = { readonly access: Access; readonly user: User }

/** The panel, loaded when it is first opened. */
export function AssistantMount({ access, user: { _id: userId, firstName } }: AssistantMountProps) {
  const machine = useMemo(() => liveAssistantMachine({ access, userId }), [access, userId])
  const actor = useActorRef(machine, { input: { place: placeNow(), draft: keptQuestion() }, inspect })
  return (
    <AssistantPanel
      {...{ actor, firstName }}
      drawOpinion={(message) => <OpinionSection key={message.id} access={access} message={message} />}
    />
  )
}

type OpinionSectionProps = { readonly access: Access; readonly message: AnswerMessage }

/** Whether an answer helped: what the person said before, and what they say now. */
function OpinionSection({ access, message: { id, answer } }: OpinionSectionProps) {
  const machine = useMemo(() => opinionMachineFor(access, id), [access, id])
  const actor = useActorRef(machine, { input: { own: answer.opinion }, inspect })
  return <OpinionButtons actor={actor} />
}
