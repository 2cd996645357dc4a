import type { User } from '#contract/auth/auth.ts'
import { liveAssistantMachine, opinionMachineFor } from '../../services/assistant/assistant.actors.ts'
import { placeNow, readStoredQuestion } from '../../services/assistant/assistant.service.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { AssistantPanel } from './AssistantPanel.tsx'
import type { AnswerMessage } from './Messages.tsx'
import { OpinionButtons } from './OpinionButtons.tsx'

type AssistantMountProps = { readonly access: Access; readonly user: User }

/** The panel, loaded when it is first opened. */
export function AssistantMount({ access, user: { _id: userId, firstName } }: AssistantMountProps) {
  const actor = useMachine(() => liveAssistantMachine({ access, userId }), [access, userId], {
    place: placeNow(),
    draft: readStoredQuestion(),
  })
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
  const actor = useMachine(() => opinionMachineFor(access, id), [access, id], { own: answer.opinion })
  return <OpinionButtons actor={actor} />
}
