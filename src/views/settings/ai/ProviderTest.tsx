import { useSelector } from '@xstate/react'

import type { AiProvider } from '#contract/settings/ai/ai-limits.ts'
import type { AiDraft } from '../../../machines/settings/ai-draft.ts'
import type { AiTestActor } from '../../../machines/settings/ai-test.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { aiMessages as messages } from './ai.messages.ts'

type ProviderTestProps = { readonly actor: AiTestActor; readonly provider: AiProvider; readonly draft: AiDraft }

/** Asks the provider for its models with what is written, and says what it said. */
export function ProviderTest({ actor, provider, draft }: ProviderTestProps) {
  const problem = useContextOf(actor, 'problem')
  const response = useContextOf(actor, 'response')
  const isBusy = useIsBusy(actor)
  const canRequest = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.requested' }))
  const name = messages.names[provider]
  return (
    <>
      <Row>
        {isBusy ? (
          <Button label={`${messages.testing}: ${name}`} onPress={() => actor.send({ type: 'user.cancelled' })}>
            {messages.testing}
          </Button>
        ) : (
          <Button
            label={`${messages.test}: ${name}`}
            isBlocked={!canRequest}
            onPress={() => actor.send({ type: 'user.requested', change: { provider, draft } })}
          >
            {messages.test}
          </Button>
        )}
        <Hint>{provider === 'sisense' ? messages.testHintStatus : messages.testHint}</Hint>
      </Row>
      <div role="status">
        {response === null ? null : (
          <>
            <StatusDot look={response.success ? 'ok' : 'bad'}>{response.message}</StatusDot>
            {response.models.length === 0 ? null : <Hint>{messages.models(response.models.join(', '))}</Hint>}
          </>
        )}
      </div>
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </>
  )
}
