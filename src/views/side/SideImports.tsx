import { type ReactNode, useState } from 'react'

import type { ShapeField } from '../../../contract/shape.ts'
import type { ProbeActor } from '../../machines/probe/probe.machine.ts'
import { changedSide, type SideChange, type SideConfig, type SideName } from '../../machines/side/side-config.ts'
import { sideImportWords as words } from '../../words/side-imports.ts'
import { Button } from '../parts/Button.tsx'
import { CurlDialog } from './CurlDialog.tsx'
import { Actions } from './form-parts.tsx'
import { OpenApiDialog } from './OpenApiDialog.tsx'

type SideImportsProps<Config extends SideConfig> = {
  readonly side: SideName
  readonly config: Config
  readonly isWritable: boolean
  /** Fetches documents for the person, through the server's guarded way out. */
  readonly fetcher: ProbeActor
  readonly onChange: (config: Config) => void
  readonly onFields: (fields: readonly ShapeField[]) => void
}

/** Fills the form of a side from what others wrote down; what was there can be had back. */
export function SideImports<Config extends SideConfig>(props: SideImportsProps<Config>) {
  const { side, config, isWritable, fetcher, onChange, onFields } = props
  const [open, setOpen] = useState<'curl' | 'openApi' | null>(null)
  const [before, setBefore] = useState<Config | null>(null)
  const close = () => setOpen(null)
  const use = (change: SideChange, fields: readonly ShapeField[] = []) => {
    setBefore(config)
    onChange(changedSide(config, change))
    if (fields.length > 0) onFields(fields)
    close()
  }
  const dialogs: Readonly<Record<'curl' | 'openApi', ReactNode>> = {
    curl: <CurlDialog onUse={use} onLeave={close} />,
    openApi: <OpenApiDialog side={side} auth={config.auth} fetcher={fetcher} onUse={use} onLeave={close} />,
  }
  return (
    <Actions>
      <span>{words.fillFrom}</span>
      <Button isBlocked={!isWritable} onPress={() => setOpen('curl')}>
        {words.curl}
      </Button>
      <Button isBlocked={!isWritable} onPress={() => setOpen('openApi')}>
        {words.openApi}
      </Button>
      <span role="status">{before === null ? null : words.filled}</span>
      {before === null ? null : (
        <Button
          kind="quiet"
          onPress={() => {
            onChange(before)
            setBefore(null)
          }}
        >
          {words.undo}
        </Button>
      )}
      {open === null ? null : dialogs[open]}
    </Actions>
  )
}
