import { useSelector } from '@xstate/react'
import { Braces, Download, Pause, Pencil, Play, Rocket, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { selectConnector, selectStage } from '#src/machines/connectors/details/connector.machine.ts'
import { color, font, narrow, unseen } from '#src/theme/theme.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { PlainLink } from '#src/views/kit/controls/Link.tsx'
import { LinkButton } from '#src/views/kit/controls/LinkButton.tsx'
import { ActionMenu, MenuButton, MenuLink } from '#src/views/kit/menu/ActionMenu.tsx'
import { useCan } from '#src/views/kit/use-snapshot.ts'
import { connectorMessages } from '../connector.messages.ts'
import { blockedReasons } from '../connector-status.ts'
import { doubtfulMessages } from './doubtful.messages.ts'

type ConnectorButtonsProps = {
  readonly actor: ConnectorActor
  /** A run is under way, as far as the page knows. */
  readonly isRunOpen?: boolean
  /** Events start its runs: there is nothing that a person could start. */
  readonly isHook?: boolean
  /** The draft differs from what is live. */
  readonly isChanged?: boolean
  /** What is doubtful about the draft; its number leads to the review, where all of it stands. */
  readonly warnings?: readonly string[]
  /** What other parts of the product can do with it, as entries of the menu. */
  readonly more?: ReactNode
  /** What can be done about the run that is under way. */
  readonly ofRun?: ReactNode
}

const messages = connectorMessages.actions

/**
 * What can be done with a connector. Each button keeps its place: the primary one runs it, or deploys what never was live, and one that cannot
 * be pressed now says why.
 */
export function ConnectorButtons(props: ConnectorButtonsProps) {
  const { actor, isRunOpen = false, isHook = false, isChanged = false, warnings = [], more, ofRun } = props
  const why = useId()
  const stage = useSelector(actor, selectStage)
  const { _id: id, status, liveVersion } = useSelector(actor, selectConnector)
  const canDeploy = useCan(actor, { type: 'user.deployed' })
  const canRun = useCan(actor, { type: 'user.ran' }) && !isRunOpen
  const canPause = useCan(actor, { type: 'user.paused' })
  const canResume = useCan(actor, { type: 'user.resumed' })
  const canRemove = useCan(actor, { type: 'user.removed' })
  const isNew = status === 'Draft' || status === 'Failed' || (status === 'Deploying' && liveVersion === null)
  const isPaused = status === 'Pause'
  const reason = stage === 'active' && isRunOpen ? connectorMessages.blocked.runUnderWay : blockedReasons[stage]
  const blocked = { why, note: reason }
  const deploy = () => actor.send({ type: 'user.deployed' })
  const deployButton = (
    <>
      {warnings.length === 0 ? null : (
        <Doubtful href={`/edit-integration/${id}`} title={warnings.join('\n')}>
          {doubtfulMessages.warnings(warnings.length)}
        </Doubtful>
      )}
      <Button kind={isNew ? 'primary' : 'secondary'} isBlocked={!canDeploy} {...blocked} onPress={deploy}>
        <Rocket aria-hidden="true" />
        {messages.deploy}
      </Button>
    </>
  )

  return (
    <>
      <LinkButton $isQuiet href={`/edit-integration/${id}`}>
        <Pencil aria-hidden="true" />
        {messages.edit}
      </LinkButton>
      {isNew ? null : isPaused ? (
        <Button isBlocked={!canResume} {...blocked} onPress={() => actor.send({ type: 'user.resumed' })}>
          <Play aria-hidden="true" />
          {messages.resume}
        </Button>
      ) : (
        <Button isBlocked={!canPause} {...blocked} onPress={() => actor.send({ type: 'user.paused' })}>
          <Pause aria-hidden="true" />
          {messages.pause}
        </Button>
      )}
      {isChanged && !isNew ? deployButton : null}
      <ActionMenu label={messages.more}>
        <MenuLink href={`/details/${id}/studio`}>
          <Braces aria-hidden="true" />
          {messages.studio}
        </MenuLink>
        {isNew || isChanged || !canDeploy ? null : (
          <MenuButton onPress={deploy}>
            <Rocket aria-hidden="true" />
            {messages.deploy}
          </MenuButton>
        )}
        {more}
        <MenuLink href={`/details/${id}?tab=settings#export`}>
          <Download aria-hidden="true" />
          {messages.export}
        </MenuLink>
        {canRemove ? (
          <MenuButton isDanger onPress={() => actor.send({ type: 'user.removed' })}>
            <Trash2 aria-hidden="true" />
            {messages.remove}
          </MenuButton>
        ) : null}
      </ActionMenu>
      <Why id={why}>{reason}</Why>
      <OfRun>{ofRun}</OfRun>
      {isNew ? (
        deployButton
      ) : isHook ? null : (
        <Button kind="primary" isBlocked={!canRun} {...blocked} onPress={() => actor.send({ type: 'user.ran' })}>
          <Play aria-hidden="true" />
          {isRunOpen ? messages.running : messages.run}
        </Button>
      )}
    </>
  )
}

const Doubtful = styled(PlainLink)`
  align-self: center;
  color: ${color['warning.text']};
  font: ${font.dense};
`

/** Beside the button that starts runs, also where there are two lines of buttons. */
const OfRun = styled.span`
  display: inline-flex;

  &:empty {
    display: none;
  }

  ${narrow} {
    flex: 1 0 45%;
    order: -1;

    & > button {
      flex: 1;
    }
  }
`

const Why = styled.span`
  ${unseen}
`
