import { useActorRef, useSelector } from '@xstate/react'
import { lazy, useMemo } from 'react'
import styled from 'styled-components'

import { inspect } from '../../inspection.ts'
import type { RecentAsked } from '../../machines/renderer/recent.machine.ts'
import { selectRecent } from '../../machines/renderer/recent.selectors.ts'
import type { RendererActor } from '../../machines/renderer/renderer.machine.ts'
import { selectChoice, selectIsTransaction } from '../../machines/renderer/renderer.selectors.ts'
import type { UploadActor } from '../../machines/renderer/upload.machine.ts'
import type { Access } from '../../services/http.ts'
import { space } from '../../theme/theme.ts'
import { toast } from '../../views/parts/toast.ts'
import { PayloadChoice } from '../../views/renderer/PayloadChoice.tsx'
import { PayloadPanel } from '../../views/renderer/PayloadPanel.tsx'
import { RecentFrame } from '../../views/renderer/RecentFrame.tsx'
import { UploadPanel } from '../../views/renderer/UploadPanel.tsx'
import { keptRenderer, keptUpload, liveRecentMachine, liveRendererMachine, liveUploadMachine } from '../../wiring/renderer.ts'
import { rendererWords as words } from '../../words/renderer.ts'
import type { StudioTabProps } from './studio-tab.ts'

const Json = lazy(async () => ({ default: (await import('../../views/json/JsonView.tsx')).JsonView }))
const Editor = lazy(async () => ({ default: (await import('../../views/json/CheckedEditor.tsx')).CheckedEditor }))
const Rows = lazy(async () => ({ default: (await import('../../views/renderer/PayloadRows.tsx')).PayloadRows }))

/** Payloads of a connector, one's own JSON, or a sample: as JSON, as a table, as a chart. */
export function RendererTab({ access, user, details, range }: StudioTabProps) {
  const owner = useMemo(() => ({ userId: user._id, connectorId: details._id }), [user._id, details._id])
  const box = useMemo(() => liveUploadMachine(owner), [owner])
  const upload = useActorRef(box, { input: keptUpload(owner), inspect })
  const machine = useMemo(() => liveRendererMachine(owner, upload, (news) => toast(words.done[news])), [owner, upload])
  const actor = useActorRef(machine, { input: keptRenderer(owner), inspect })
  const { past, from, to } = range
  const asked = { connectorId: details._id, range }
  // Another time is another list; one's own JSON stays.
  return <Payloads key={`${past} ${from} ${to}`} actor={actor} upload={upload} access={access} asked={asked} />
}

type PayloadsProps = {
  readonly actor: RendererActor
  readonly upload: UploadActor
  readonly access: Access
  readonly asked: RecentAsked
}

function Payloads({ actor, upload, access, asked }: PayloadsProps) {
  const machine = useMemo(() => liveRecentMachine(access), [access])
  const recent = useActorRef(machine, { input: asked, inspect })
  const transactions = useSelector(recent, selectRecent)?.items ?? none
  const { source, transactionId } = useSelector(actor, selectChoice)
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
