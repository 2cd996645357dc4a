import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { SsoDomain } from '#contract/auth/sso/sso-domains.ts'
import { faultOfDomain } from '#contract/auth/sso/sso-limits.ts'
import { canCheck, canRemove, selectChecked, selectProof } from '#src/machines/settings/sso/sso-domains.machine.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import type { SsoDomainsActor } from '../../../machines/settings/sso/sso-domains.machine.ts'
import { color, font, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { StepUpDialog } from '../../kit/feedback/StepUpDialog.tsx'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { CodeRegion } from '../../kit/text/CodeRegion.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { ssoMessages } from './sso.messages.ts'

const messages = ssoMessages.domains

type Part = { readonly actor: SsoDomainsActor }

/** Which email domains belong to the company, and how that is proved. */
export function SsoDomainsCard({ actor }: Part) {
  const problem = useContextOf(actor, 'problem')
  const plan = useContextOf(actor, 'plan')
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading'))
  const canRetry = useCan(actor, { type: 'user.retried' })
  const proof = useSelector(actor, selectProof)
  const dialog = plan === null ? null : messages.dialogs[plan.type]
  return (
    <>
      <SettingsCard title={messages.title} sub={messages.sub}>
        {problem === null ? null : (
          <ProblemAlert problem={problem}>
            {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{ssoMessages.retry}</Button> : undefined}
          </ProblemAlert>
        )}
        {isLoading ? <Spinner label={messages.loading} /> : null}
        {isLoading || canRetry ? null : (
          <>
            <Domains actor={actor} />
            <NewDomain actor={actor} />
          </>
        )}
      </SettingsCard>
      {proof === undefined || plan === null || dialog === null ? null : (
        <StepUpDialog actor={proof} title={dialog.title} confirm={dialog.confirm} isDangerous={plan.type === 'remove'}>
          <p>{dialog.text(plan.domain)}</p>
        </StepUpDialog>
      )}
    </>
  )
}

function Domains({ actor }: Part) {
  const domains = useContextOf(actor, 'domains')
  if (domains.length === 0) return <Hint>{messages.none}</Hint>
  return (
    <List aria-label={messages.list}>
      {domains.map((domain) => (
        <li key={domain.id}>
          <Domain actor={actor} domain={domain} />
        </li>
      ))}
    </List>
  )
}

function Domain({ actor, domain: it }: Part & { readonly domain: SsoDomain }) {
  const { id, domain, record, verifiedAt, checkedAt, outcome } = it
  const isChecking = useSelector(actor, (snapshot) => selectChecked(snapshot) === id)
  const mayCheck = useSelector(actor, (snapshot) => canCheck(snapshot, id))
  const mayRemove = useSelector(actor, (snapshot) => canRemove(snapshot, id))
  const isVerified = verifiedAt !== null
  return (
    <>
      <Head>
        <Name>{domain}</Name>
        <StatusDot look={isVerified ? 'ok' : 'warn'}>{isVerified ? messages.verified : messages.unverified}</StatusDot>
      </Head>
      {isVerified ? (
        <Hint>
          {messages.since} <Moment at={verifiedAt} />
        </Hint>
      ) : (
        <>
          <Hint>{messages.how(domain)}</Hint>
          <CodeRegion label={messages.record(domain)} text={record} />
          <Hint role="status">
            {checkedAt === null || outcome === null ? null : (
              <>
                {messages.outcomes[outcome]} {messages.checkedAt}: <Moment at={checkedAt} />
              </>
            )}
          </Hint>
        </>
      )}
      <Row>
        {isVerified ? null : (
          <Button
            label={`${messages.check}: ${domain}`}
            isBlocked={!mayCheck}
            onPress={() => actor.send({ type: 'user.checked', id })}
          >
            {isChecking ? messages.checking : messages.check}
          </Button>
        )}
        <Button
          kind="quiet"
          label={`${messages.remove}: ${domain}`}
          isBlocked={!mayRemove}
          onPress={() => actor.send({ type: 'user.removed', id, domain })}
        >
          {messages.remove}
        </Button>
      </Row>
    </>
  )
}

function NewDomain({ actor }: Part) {
  const domain = useContextOf(actor, 'domain')
  const problem = useContextOf(actor, 'problem')
  const canWrite = useCan(actor, { type: 'user.wroteDomain', domain: '' })
  const canAdd = useCan(actor, { type: 'user.added' })
  const fault = domain.includes('.') ? (faultOfDomain(domain) ?? undefined) : undefined
  return (
    <Adding>
      <Field
        label={messages.label}
        hint={messages.hint}
        value={domain}
        isBlocked={!canWrite}
        spellCheck={false}
        error={faultAt(problem, '/domain') ?? fault}
        onWrite={(text) => actor.send({ type: 'user.wroteDomain', domain: text })}
      />
      <Button isBlocked={!canAdd} onPress={() => actor.send({ type: 'user.added' })}>
        {messages.add}
      </Button>
    </Adding>
  )
}

const List = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;

  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[8]};
    padding: ${space[12]} 0;
    border-bottom: 1px solid ${color['border.subtle']};
  }
`

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${space[4]} ${space[12]};
`

const Name = styled.h3`
  font: ${font.strong};
`

const Adding = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[8]};

  & > div {
    width: min(24rem, 100%);
  }
`
