import { useSelector } from '@xstate/react'
import { lazy, useMemo } from 'react'
import styled from 'styled-components'
import type { RecentQuery } from '#src/machines/studio/renderer/recent.machine.ts'
import type { RendererActor } from '#src/machines/studio/renderer/renderer.machine.ts'
import { selectIsTransaction } from '#src/machines/studio/renderer/renderer.machine.ts'
import type { UploadActor } from '#src/machines/studio/renderer/upload.machine.ts'
import {
  liveRecentMachine,
  liveRendererMachine,
  liveUploadMachine,
  restoreRenderer,
  restoreUpload,
} from '#src/services/studio/renderer.actors.ts'
import { space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import type { StudioTabProps } from '../studio-tab.ts'
import { PayloadChoice } from './PayloadChoice.tsx'
import { PayloadPanel } from './PayloadPanel.tsx'
import { RecentFrame } from './RecentFrame.tsx'
import { rendererMessages as messages } from './renderer.messages.ts'
import { UploadPanel } from './UploadPanel.tsx'

const Json = lazy(async () => ({ default: (await import('../../kit/json/JsonView.tsx')).JsonView }))
const Editor = lazy(async () => ({ default: (await import('../../kit/json/CheckedEditor.tsx')).CheckedEditor }))
const Rows = lazy(async () => ({ default: (await import('./PayloadRows.tsx')).PayloadRows }))

/** Payloads of a connector, one's own JSON, or a sample: as JSON, as a table, as a chart. */
export function RendererTab({ user, details, range }: StudioTabProps) {
  const owner = useMemo(() => ({ userId: user._id, connectorId: details._id }), [user._id, details._id])
  const upload = useMachine(() => liveUploadMachine(owner), [owner], restoreUpload(owner))
  const actor = useMachine(
    () => liveRendererMachine(owner, upload, (news) => toast(messages.done[news])),
    [owner, upload],
    restoreRenderer(owner),
  )
  const { past, from, to } = range
  const asked = { connectorId: details._id, range }
  // Another time is another list; one's own JSON stays.
  return <Payloads key={`${past} ${from} ${to}`} actor={actor} upload={upload} asked={asked} />
}

type PayloadsProps = {
  readonly actor: RendererActor
  readonly upload: UploadActor
  readonly asked: RecentQuery
}

function Payloads({ actor, upload, asked }: PayloadsProps) {
  const access = useAccess()
  const recent = useMachine(() => liveRecentMachine(access), [access], asked)
  const transactions = useContextOf(recent, 'recent')?.items ?? none
  const { source, transactionId } = useContextOf(actor, 'choice')
  const isTransaction = useSelector(actor, selectIsTransaction)
  const panel = <PayloadPanel actor={actor} transactions={transactions} json={Json} rows={Rows} />
  return (
    <Frame>
      <PayloadChoice actor={actor} transactions={transactions} />
      {source === 'custom' ? <UploadPanel actor={upload} editor={Editor} /> : null}
      {isTransaction ? (
        <RecentFrame
          actor={recent}
          transactionId={source === 'latest' ? (transactions[0]?.transactionId ?? null) : transactionId}
        >
          {panel}
        </RecentFrame>
      ) : (
        panel
      )}
    </Frame>
  )
}

const none: never[] = []

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  min-width: 0;
`
