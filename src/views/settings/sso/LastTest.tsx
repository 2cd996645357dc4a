import type { SsoTest } from '#contract/auth/sso/sso.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { ssoMessages } from './sso.messages.ts'

const messages = ssoMessages.connection.lastTest

/** What the provider said in the last test, and what would have been done. */
export function LastTest({ test }: { readonly test: SsoTest | null }) {
  if (test === null) return <Hint>{messages.none}</Hint>
  return (
    <section aria-label={messages.title}>
      <StatusDot look={test.passed ? 'ok' : 'bad'}>{test.passed ? messages.passed : messages.failed}</StatusDot>
      <p>{test.decision}</p>
      <Hint>
        {messages.by(test.by)} <Moment at={test.at} />
      </Hint>
      {test.attributes.length === 0 ? null : (
        <>
          <Hint>{messages.said}</Hint>
          <KeyValue of={test.attributes.map(({ name, value }) => [name, value] as const)} />
        </>
      )}
    </section>
  )
}
