import type { User } from '#contract/auth/auth.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { liveAssistantMachine, opinionMachineFor } from '../../services/assistant/assistant.actors.ts'
import { placeNow, readStoredQuestion } from '../../services/assistant/assistant.service.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { AssistantPanel } from './AssistantPanel.tsx'
import type { AnswerMessage } from './Messages.tsx'
import { OpinionButtons } from './OpinionButtons.tsx'

type AssistantMountProps = { readonly user: User }

/** The panel, loaded when it is first opened. */
export function AssistantMount({ user: { _id: userId, firstName } }: AssistantMountProps) {
  const access = useAccess()
  const actor = useMachine(() => liveAssistantMachine({ access, userId }), [access, userId], {
    place: placeNow(),
    draft: readStoredQuestion(),
  })
  return (
    <AssistantPanel {...{ actor, firstName }} drawOpinion={(message) => <OpinionSection key={message.id} message={message} />} />
  )
}

type OpinionSectionProps = { readonly message: AnswerMessage }

/** Whether an answer helped: what the person said before, and what they say now. */
function OpinionSection({ message: { id, answer } }: OpinionSectionProps) {
  const access = useAccess()
  const actor = useMachine(() => opinionMachineFor(access, id), [access, id], { own: answer.opinion })
  return <OpinionButtons actor={actor} />
}
