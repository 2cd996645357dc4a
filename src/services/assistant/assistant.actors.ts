/** Joins the chart of the assistant to the calls. */
import { fromCallback } from 'xstate'
import { aiEndpoints } from '#contract/assistant/ai-service.ts'
import { assistantMachine } from '../../machines/assistant/assistant.machine.ts'
import { opinionMachine } from '../../machines/assistant/opinion.machine.ts'
import { watchFront } from '../auth/session.storage.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import {
  ask,
  keepQuestion,
  listConversations,
  loadConversation,
  press,
  removeConversation,
  takeLinkedChat,
  watchPages,
} from './assistant.service.ts'
import { takeQuestion, watchQuestions } from './questions.service.ts'

export const liveAssistantMachine = ({ access, userId }: { readonly access: Access; readonly userId: string }) =>
  assistantMachine.provide({
    actors: {
      load: actorFrom(({ conversationId }, signal) => loadConversation(access, conversationId ?? takeLinkedChat(), signal), {
        limit: 10_000,
      }),
      ask: actorFrom((asked, signal) => ask(access, userId, asked, signal), { limit: 45_000 }),
      list: actorFrom((_, signal) => listConversations(access, signal), { limit: 10_000 }),
      remove: actorFrom(({ id }, signal) => removeConversation(access, id, signal)),
      press: actorFrom((pressed, signal) => press(access, pressed, signal)),
      watchPlace: fromCallback(({ sendBack }) => watchPages((place) => sendBack({ type: 'page.moved', place }))),
      watchQuestions: fromCallback(({ sendBack }) => {
        const take = () => {
          const text = takeQuestion()
          if (text !== null) sendBack({ type: 'page.asked', text })
        }
        take()
        return watchQuestions(take)
      }),
      watchFront: fromCallback(({ sendBack }) => watchFront(() => sendBack({ type: 'browser.asked' }))),
    },
    actions: { keepDraft: ({ context }) => keepQuestion(context.draft) },
  })

export const opinionMachineFor = (access: Access, interactionId: string) =>
  opinionMachine.provide({
    actors: {
      send: actorFrom(async ({ feedback, comment }, signal) => {
        const said = comment === '' ? {} : { comment }
        await call(aiEndpoints.feedback, { access, body: { interactionId, feedback, ...said }, signal })
        return { feedback, comment }
      }),
    },
  })
