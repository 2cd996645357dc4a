import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { ConnectionState } from '#contract/connections/connection.lifecycle.ts'
import type { ConnectionDetails } from '#contract/connections/connection.ts'
import type { ConnectionDecision } from '#src/machines/connections/connection.page.machine.ts'
import { color, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { type PillLook, StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { connectionMessages } from '../connections.messages.ts'
import { connectionPageMessages as messages } from './connection-page.messages.ts'

const looks = {
  new: 'draft',
  authorizing: 'draft',
  working: 'good',
  refreshing: 'good',
  failing: 'bad',
  ended: 'bad',
  off: 'held',
} as const satisfies Record<ConnectionState, PillLook>

type HeadProps = { readonly connection: ConnectionDetails }

export const ConnectionBadge = ({ connection: { state } }: HeadProps) => (
  <StatusPill look={looks[state]} word={connectionMessages.states[state]} />
)

export function ConnectionSub({ connection: { address, authType, owner, usedAt } }: HeadProps) {
  const authTypes: Readonly<Record<string, string>> = connectionMessages.authTypes
  return (
    <Facts>
      <li>
        <code>{address}</code>
      </li>
      <li>{authTypes[authType] ?? authType}</li>
      <li>{owner === null ? connectionMessages.noOwner : messages.owner(owner.name)}</li>
      <li>
        {usedAt === null ? (
          messages.neverUsed
        ) : (
          <>
            {messages.lastUsed} <RelativeTime at={usedAt} />
          </>
        )}
      </li>
    </Facts>
  )
}

type ActionsProps = HeadProps & {
  readonly isTesting: boolean
  readonly canTest: boolean
  readonly onTest: () => void
  readonly onEdit: () => void
  readonly onPlan: (decision: ConnectionDecision) => void
}

/** What a person does to the connection: all may test it, its owner and administrators change it. */
export function ConnectionActions({ connection, isTesting, canTest, onTest, onEdit, onPlan }: ActionsProps) {
  const { state, isYours } = connection
  const { actions } = connectionMessages
  return (
    <>
      {state === 'off' ? null : (
        <Button isBlocked={!canTest} onPress={onTest}>
          {isTesting ? messages.actions.testing : messages.actions.test}
        </Button>
      )}
      {isYours ? (
        <>
          <ActionMenu label={messages.actions.more}>
            <MenuButton onPress={() => onPlan(state === 'off' ? 'on' : 'off')}>
              {state === 'off' ? actions.on : actions.off}
            </MenuButton>
            <MenuButton isDanger onPress={() => onPlan('delete')}>
              {actions.remove}
            </MenuButton>
          </ActionMenu>
          <Button kind="primary" onPress={onEdit}>
            {actions.edit}
          </Button>
        </>
      ) : null}
    </>
  )
}

/** `reconnect`: what begins the next sign-in. */
type BannerProps = HeadProps & { readonly reconnect: ReactNode }

/** What somebody should know first: requests with the connection fail, its access has ended, or it is off. */
export function ConnectionBanner({ connection: { state, check, usedBy, isYours }, reconnect }: BannerProps) {
  if (state === 'ended')
    return (
      <Banner tone="danger" fact={messages.ended.fact} {...(isYours ? { actions: reconnect } : {})}>
        {isYours ? messages.ended.text : messages.ended.notYours}
      </Banner>
    )
  if (state === 'failing')
    return (
      <Banner tone="danger" fact={messages.failing.fact}>
        {usedBy === 0 ? null : `${messages.failing.text(usedBy)} `}
        {check?.message}
      </Banner>
    )
  if (state === 'off')
    return (
      <Banner tone="warning" fact={messages.off.fact}>
        {messages.off.text}
      </Banner>
    )
  return null
}

const Facts = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  margin: 0;
  padding: 0;
  color: ${color['text.muted']};
  list-style: none;

  & > li {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  & > li:not(:last-child)::after {
    content: '·';
    margin-left: ${space[12]};
  }
`
