import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { Provisioning } from '#contract/settings/scim/provisioning.ts'
import { selectProof } from '#src/machines/settings/provisioning.machine.ts'
import type { ProvisioningActor } from '../../../machines/settings/provisioning.machine.ts'
import { color, font, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { StepUpDialog } from '../../kit/feedback/StepUpDialog.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { SecretBanner } from '../NewSecretNote.tsx'
import { provisioningMessages as messages } from './provisioning.messages.ts'

type Part = { readonly actor: ProvisioningActor; readonly data: Provisioning }

/** How an identity provider adds and deactivates members, and which roles its groups give. */
export function ProvisioningCard({ actor }: { readonly actor: ProvisioningActor }) {
  const data = useContextOf(actor, 'data')
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : undefined}
        </ProblemAlert>
      )}
      {data === null && problem === null ? <Spinner label={messages.loading} /> : null}
      {data === null ? null : (
        <>
          <NewToken actor={actor} />
          <Token actor={actor} data={data} />
          <Groups actor={actor} data={data} />
        </>
      )}
      <Proof actor={actor} hasToken={data?.token != null} />
    </SettingsCard>
  )
}

function NewToken({ actor }: Pick<Part, 'actor'>) {
  const secret = useContextOf(actor, 'secret')
  const isByHand = useContextOf(actor, 'isByHand')
  const canCopy = useCan(actor, { type: 'user.copied' })
  const canDismiss = useCan(actor, { type: 'user.dismissed' })
  if (secret === null) return null
  return (
    <SecretBanner fact={messages.made} text={isByHand ? messages.byHand : messages.once} label={messages.token} secret={secret}>
      <Button isBlocked={!canCopy} onPress={() => actor.send({ type: 'user.copied' })}>
        {messages.copy}
      </Button>
      <Button isBlocked={!canDismiss} onPress={() => actor.send({ type: 'user.dismissed' })}>
        {messages.done}
      </Button>
    </SecretBanner>
  )
}

function Token({ actor, data: { token, baseUrl, people } }: Part) {
  const canMake = useCan(actor, { type: 'user.madeToken' })
  const canRevoke = useCan(actor, { type: 'user.revoked' })
  return (
    <>
      <Facts>
        <dt>{messages.baseUrl}</dt>
        <dd>
          <code>{baseUrl}</code>
          <Note>{messages.baseUrlHint}</Note>
        </dd>
        <dt>{messages.token}</dt>
        <dd>
          {token === null ? (
            messages.none
          ) : (
            <>
              <code>{messages.startsWith(token.start)}</code>
              <Note>
                {messages.createdBy(token.createdBy)}, <Moment at={token.createdAt} />
              </Note>
              {token.isCreatorGone ? <Note>{messages.creatorGone}</Note> : null}
              <Note>
                {token.lastUsedAt === null ? (
                  messages.neverUsed
                ) : (
                  <>
                    {messages.lastUsed} <Moment at={token.lastUsedAt} />{' '}
                    {token.lastUsedFrom === null ? null : messages.from(token.lastUsedFrom)}
                  </>
                )}
              </Note>
              {token.previousUntil === null ? null : (
                <Note>
                  {messages.previous} <Moment at={token.previousUntil} />
                </Note>
              )}
            </>
          )}
          <Note>{messages.people(people)}</Note>
        </dd>
      </Facts>
      <Row>
        <Button isBlocked={!canMake} onPress={() => actor.send({ type: 'user.madeToken' })}>
          {token === null ? messages.create : messages.replace}
        </Button>
        {token === null ? null : (
          <Button kind="danger" isBlocked={!canRevoke} onPress={() => actor.send({ type: 'user.revoked' })}>
            {messages.revoke}
          </Button>
        )}
      </Row>
    </>
  )
}

function Groups({ actor, data: { groups } }: Part) {
  const canChoose = useMatches(actor, 'showing')
  return (
    <div>
      <Heading>{messages.groups}</Heading>
      <Note>{groups.length === 0 ? messages.noGroups : messages.groupsHint}</Note>
      <List>
        {groups.map(({ id, name, members, role }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              <Note>{messages.members(members)}</Note>
            </div>
            <Select
              label={messages.roleOf(name)}
              isLabelUnseen
              options={messages.roles}
              value={role ?? 'none'}
              isBlocked={!canChoose}
              onChoose={(chosen) => actor.send({ type: 'user.choseRole', id, name, role: chosen === 'none' ? null : chosen })}
            />
          </li>
        ))}
      </List>
    </div>
  )
}

function Proof({ actor, hasToken }: Pick<Part, 'actor'> & { readonly hasToken: boolean }) {
  const plan = useContextOf(actor, 'plan')
  const proof = useSelector(actor, selectProof)
  if (proof === undefined || plan === null) return null
  const { dialogs } = messages
  const { text, ...dialog } =
    plan.kind === 'role' ? dialogs.role(plan.name, plan.role) : dialogs[plan.kind === 'token' && hasToken ? 'replace' : plan.kind]
  return (
    <StepUpDialog actor={proof} {...dialog} isDangerous={plan.kind === 'revoke'}>
      <p>{text}</p>
    </StepUpDialog>
  )
}

const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 12rem) minmax(0, 1fr);
  gap: ${space[12]} ${space[16]};
  margin: 0;

  & > dt {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & > dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }

  @media (max-width: 600px) {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[4]};
  }
`

const List = styled.ul`
  display: grid;
  margin: ${space[8]} 0 0;
  padding: 0;
  list-style: none;

  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${space[8]} ${space[16]};
    padding: ${space[8]} 0;
    border-top: 1px solid ${color['border.subtle']};
    overflow-wrap: anywhere;
  }
`

const Heading = styled.h3`
  font: ${font.strong};
`

const Note = styled.p`
  margin-top: ${space[4]};
  color: ${color['text.muted']};
  font: ${font.dense};
`
