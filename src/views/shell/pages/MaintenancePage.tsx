import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { MaintenanceActor } from '#src/machines/shell/maintenance.machine.ts'
import { selectMessage, selectUntil } from '#src/machines/shell/maintenance.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { holdTitle } from '../../kit/layout/held-title.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { shellMessages } from '../shell.messages.ts'

const messages = shellMessages.maintenance

/** What everybody else sees meanwhile. Modal: a dialog that was open when it began, and the keys of the palette, stay behind it. */
export function MaintenancePage({ actor }: { readonly actor: MaintenanceActor }) {
  const message = useSelector(actor, selectMessage)
  const problem = useContextOf(actor, 'problem')
  const until = useSelector(actor, selectUntil)
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <Cover ref={open} aria-label={messages.title} onCancel={(event) => event.preventDefault()} onClose={reopen}>
      <Frame>
        <Heading tabIndex={-1}>{messages.title}</Heading>
        <p>{messages.lead}</p>
        {message === '' ? null : <TextWithTimestamps>{message}</TextWithTimestamps>}
        {until === null ? null : (
          <p>
            {messages.until} <Moment at={until} />
          </p>
        )}
        {problem === null ? null : <ProblemAlert problem={problem} />}
        <Button kind="primary" isBlocked={!canRetry} onPress={() => actor.send({ type: 'user.retried' })}>
          {canRetry ? messages.retry : messages.looking}
        </Button>
      </Frame>
    </Cover>
  )
}

function open(dialog: HTMLDialogElement | null) {
  if (dialog === null) return
  show(dialog)
  const release = holdTitle(messages.tab)
  return () => {
    release()
    dialog.close()
  }
}

function show(dialog: HTMLDialogElement) {
  if (!dialog.open) dialog.showModal()
  dialog.querySelector('h1')?.focus()
}

/** A browser lets nobody be kept in a dialog by its second Escape; here there is nowhere to go. */
const reopen = ({ currentTarget }: { readonly currentTarget: HTMLDialogElement }) => {
  if (currentTarget.isConnected) show(currentTarget)
}

const Cover = styled.dialog`
  width: 100%;
  max-width: none;
  height: 100%;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: ${color['bg.canvas']};
  color: ${color['text.default']};
  overflow: auto;
`

const Heading = styled.h1`
  font: ${font.title};
  overflow-wrap: anywhere;
  outline: none;
`

const Frame = styled.main`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  width: min(40rem, calc(100% - 2rem));
  margin: ${space[48]} auto;
  padding: ${space[24]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const TextWithTimestamps = styled.blockquote`
  max-width: 100%;
  margin: 0;
  padding-left: ${space[12]};
  border-left: 3px solid ${color['warning.border']};
  font: ${font.strong};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`
