import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import styled from 'styled-components'

import type { CompanyExport } from '#contract/admin/company-export.ts'
import { customerLimits } from '#contract/admin/customer-limits.ts'
import { selectAction } from '../../../machines/kit/confirmed-action.selectors.ts'
import { downloadMachine, exportingMachine, exportMachine } from '../../../services/admin/customers.actors.ts'
import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { number } from '../../kit/format/numbers.ts'
import { bytes } from '../../kit/format/sizes.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-context-of.ts'
import { customersMessages } from './customers.messages.ts'

const { export: messages, actions } = customersMessages

type ExportSectionProps = { readonly access: Access; readonly id: string; readonly name: string }

/** The file with everything of a company: asked for with a reason, made on the server, downloaded while it is kept. */
export function ExportSection({ access, id, name }: ExportSectionProps) {
  const file = useActorRef(
    useMemo(() => exportMachine(access, id), [access, id]),
    { input: { query: {} }, inspect },
  )
  const asking = useActorRef(
    useMemo(
      () =>
        exportingMachine(access, () => {
          toast(messages.done(name))
          file.send({ type: 'user.refreshed' })
        }),
      [access, file, name],
    ),
    { inspect },
  )
  const download = useActorRef(
    useMemo(() => downloadMachine(access, () => toast(messages.downloading)), [access]),
    { inspect },
  )
  const { reason = '' } = useContextOf(asking, 'entry')
  const isBusy = useIsBusy(asking)
  const planned = useSelector(download, selectAction)
  const askFor = (word: string) => (
    <Button onPress={() => asking.send({ type: 'user.opened', entry: { id, name, reason: '' } })}>{word}</Button>
  )
  return (
    <div>
      <SectionHeader title={messages.heading} />
      <ListFrame<CompanyExport> actor={file} name={messages.name} empty={askFor(actions.export)} isBare>
        {({ items }) =>
          items.map((it) => (
            <File key={it.id}>
              <p role="status">
                <State file={it} />
              </p>
              <Row>
                {it.status === 'ready' ? (
                  <Button kind="primary" onPress={() => download.send({ type: 'user.planned', action: { kind: name, id } })}>
                    {messages.download}
                  </Button>
                ) : null}
                {it.status === 'queued' ? null : askFor(actions.exportAgain)}
              </Row>
            </File>
          ))
        }
      </ListFrame>
      <EntryDialog actor={asking} title={messages.title(name)} submit={messages.submit}>
        <p>{messages.text}</p>
        <TextArea
          label={messages.reason}
          rows={3}
          maxLength={customerLimits.reasonMax}
          value={reason}
          isBlocked={isBusy}
          onWrite={(text) => asking.send({ type: 'user.wrote', field: 'reason', text })}
        />
      </EntryDialog>
      {planned === null ? null : (
        <ConfirmedAction actor={download} title={messages.downloadTitle(planned.kind)} confirm={messages.download}>
          <p>{messages.downloadText}</p>
        </ConfirmedAction>
      )}
    </div>
  )
}

const File = styled.div`
  display: grid;
  gap: ${space[8]};
`

function State({ file: { status, lines, bytes: size, expiresAt } }: { readonly file: CompanyExport }) {
  if (status === 'queued') return messages.making(number(lines))
  if (status === 'failed') return messages.failed
  if (status === 'expired' || expiresAt === null) return messages.expired
  return (
    <>
      {messages.ready(bytes(size ?? 0), number(lines))} <Moment at={expiresAt} />
    </>
  )
}
