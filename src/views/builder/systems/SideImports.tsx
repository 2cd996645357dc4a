import { lazy, type ReactNode, useState } from 'react'

import type { RecordShape } from '#contract/connectors/config/shape.ts'
import type { OpenApiActor } from '#src/machines/builder/systems/open-api.machine.ts'
import type { DescribedList } from '#src/machines/builder/systems/openapi-list.ts'
import { pastedShape, readExamples } from '#src/machines/builder/systems/record-shape.ts'
import {
  changedSide,
  requestText,
  type SideChange,
  type SideConfig,
  type SideName,
} from '#src/machines/builder/systems/side-config.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { LazySection } from '../../kit/LazySection.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { sideImportMessages as messages } from './side-imports.messages.ts'

/** Most people type the address: the readers of commands and documents are loaded by whoever opens them. */
const CurlDialog = lazy(async () => ({ default: (await import('./CurlDialog.tsx')).CurlDialog }))
const OpenApiDialog = lazy(async () => ({ default: (await import('./OpenApiDialog.tsx')).OpenApiDialog }))

type SideImportsProps<Config extends SideConfig> = {
  readonly side: SideName
  readonly config: Config
  readonly isWritable: boolean
  /** The document that describes an API; it stays open while the dialog is closed. */
  readonly document: OpenApiActor
  readonly onChange: (config: Config) => void
  readonly onShape: (shape: Omit<RecordShape, 'takenAt'>) => void
}

/** Fills the form of a side from what others wrote down; what was there can be had back. */
export function SideImports<Config extends SideConfig>(props: SideImportsProps<Config>) {
  const { side, config, isWritable, document, onChange, onShape } = props
  const [open, setOpen] = useState<'curl' | 'openApi' | null>(null)
  const [filled, setFilled] = useState<{ readonly before: Config; readonly after: Config } | null>(null)
  const close = () => setOpen(null)
  const use = (change: SideChange, list: DescribedList | null = null) => {
    const changed = changedSide(config, change)
    // Whether the items of the response are the records is a setting of sources only.
    const after = list === null ? changed : { ...changed, isList: true, listConfig: list.config }
    setFilled({ before: config, after })
    onChange(after)
    close()
  }
  const dialogs: Readonly<Record<'curl' | 'openApi', ReactNode>> = {
    curl: (
      <CurlDialog
        side={side}
        onLeave={close}
        onUse={(change, example) => {
          use(change)
          const read = readExamples(example ?? '')
          if ('examples' in read) onShape(pastedShape(read.examples))
        }}
      />
    ),
    openApi: (
      <OpenApiDialog
        side={side}
        auth={config.auth}
        actor={document}
        onLeave={close}
        onUse={(change, fields, list) => {
          use(change, list)
          if (fields.length > 0) onShape({ fields: [...fields], examples: [], origin: 'openapi' })
        }}
      />
    ),
  }
  // What was typed after that would be lost with it.
  const canUndo = filled !== null && isWritable && requestText(config) === requestText(filled.after)
  return (
    <Row>
      <span>{messages.fillFrom}</span>
      <Button isBlocked={!isWritable} onPress={() => setOpen('curl')}>
        {messages.curl}
      </Button>
      <Button isBlocked={!isWritable} onPress={() => setOpen('openApi')}>
        {messages.openApi}
      </Button>
      <span role="status">{canUndo ? messages.filled : null}</span>
      {canUndo ? (
        <Button
          kind="quiet"
          onPress={() => {
            onChange(filled.before)
            setFilled(null)
          }}
        >
          {messages.undo}
        </Button>
      ) : null}
      {open === null ? null : <LazySection>{dialogs[open]}</LazySection>}
    </Row>
  )
}
