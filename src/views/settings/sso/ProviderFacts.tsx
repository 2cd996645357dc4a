import type { SsoConnectionActor } from '../../../machines/settings/sso/sso-connection.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { CodeRegion } from '../../kit/text/CodeRegion.tsx'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useNow } from '../../kit/text/use-now.ts'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { ssoMessages } from './sso.messages.ts'

const messages = ssoMessages.connection
const day = 86_400_000
const warned = 30 * day

/** Where people come back to, for OpenID Connect and OAuth 2. */
export const RedirectUrl = ({ url }: { readonly url: string }) => (
  <div>
    <Hint>{messages.redirect}</Hint>
    <CodeRegion label={messages.redirectUrl} text={url} />
  </div>
)

/** What a SAML provider has to know of Datacrane, and when its own certificates end. */
export function SamlFacts({ actor }: { readonly actor: SsoConnectionActor }) {
  const state = useContextOf(actor, 'state')
  const canDownload = useCan(actor, { type: 'user.downloaded' })
  const now = useNow()
  if (state === null) return null
  const { entityId, acsUrl, certificate } = state.serviceProvider
  return (
    <>
      {state.certificates.map(({ subject, validTo, fingerprint }) => {
        const isLate = Date.parse(validTo) - now < warned
        const fact = (
          <>
            {messages.certificateOf(subject)} <Moment at={validTo} />
          </>
        )
        return isLate ? <Banner key={fingerprint} tone="warning" fact={fact} /> : <Hint key={fingerprint}>{fact}</Hint>
      })}
      <section aria-label={messages.serviceProvider}>
        <Hint>{messages.serviceProviderHint}</Hint>
        <KeyValue
          of={[
            [messages.facts.entityId, <code key="entity">{entityId}</code>],
            [messages.facts.acsUrl, <code key="acs">{acsUrl}</code>],
          ]}
        />
        {certificate === null ? null : <CodeRegion label={messages.facts.certificate} text={certificate} />}
      </section>
      <Row>
        <Button isBlocked={!canDownload} onPress={() => actor.send({ type: 'user.downloaded' })}>
          {messages.download}
        </Button>
        {certificate === null ? <Hint>{messages.noCertificate}</Hint> : null}
      </Row>
    </>
  )
}
