import { useSelector } from '@xstate/react'
import type { ConfigEditorActor } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { selectNewest } from '#src/machines/studio/config-editor/revision.machine.ts'
import { copyText } from '#src/services/kit/clipboard.service.ts'
import { liveConfigEditorMachine, versionsMachine, versionTextMachine } from '#src/services/studio/config-editor.actors.ts'
import { liveRevisionMachine } from '#src/services/studio/revision.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { usePlace } from '../../kit/use-place.ts'
import type { StudioTabProps } from '../studio-tab.ts'
import { ConfigEditorPanel } from './ConfigEditorPanel.tsx'
import { configEditorMessages as messages } from './config-editor.messages.ts'
import { NewerRevision } from './NewerRevision.tsx'
import { VersionHistory, VersionText } from './VersionHistory.tsx'

const perPage = 10
const copy = (text: string) => void copyText(text).then((isCopied) => toast(isCopied ? messages.copied : messages.notCopied))
const beside = { sound: () => void toast(messages.success), published: () => void toast(messages.published), copy }

export function ConfigEditorTab({ user, details }: StudioTabProps) {
  const access = useAccess()
  const actor = useMachine(() => liveConfigEditorMachine(access, user._id, beside), [access, user._id], {
    connectorId: details._id,
  })
  const { read } = usePlace()
  const page = wholeNumber(read('versions')) ?? 1
  return (
    <ConfigEditorPanel
      actor={actor}
      newer={<Newer editor={actor} connectorId={details._id} />}
      history={<Versions key={page} page={page} editor={actor} connectorId={details._id} />}
    />
  )
}

type OfConnector = { readonly editor: ConfigEditorActor; readonly connectorId: string }

function Newer({ editor, connectorId }: OfConnector) {
  const access = useAccess()
  const newest = useSelector(
    useMachine(() => liveRevisionMachine(access), [access], { connectorId }),
    selectNewest,
  )
  return <NewerRevision editor={editor} newest={newest} />
}

/** The page of the versions and the one that is open stand in the address, under names that no other tab has. */
function Versions({ editor, connectorId, page }: OfConnector & { readonly page: number }) {
  const access = useAccess()
  const { read, move } = usePlace()
  const open = wholeNumber(read('version'))
  const actor = useMachine(() => versionsMachine(access), [access], { query: { connectorId, page, limit: perPage } })
  return (
    <VersionHistory
      actor={actor}
      page={page}
      pageSize={perPage}
      onPage={(it) => move({ versions: String(it), version: null })}
      openNumber={open}
      onOpen={(number) => move({ version: number === open ? null : String(number) })}
    >
      {(number) => <Opened key={number} editor={editor} connectorId={connectorId} number={number} />}
    </VersionHistory>
  )
}

function Opened({ editor, connectorId, number }: OfConnector & { readonly number: number }) {
  const access = useAccess()
  const actor = useMachine(() => versionTextMachine(access), [access], { query: { connectorId, number } })
  return <VersionText actor={actor} editor={editor} number={number} />
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}
