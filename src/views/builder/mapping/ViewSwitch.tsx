import { Segmented } from '../../kit/controls/Segmented.tsx'
import { mappingMessages } from './mapping.messages.ts'

const { label, table, canvas } = mappingMessages.views

type ViewSwitchProps = { readonly isCanvas: boolean; readonly onSwitch: (isCanvas: boolean) => void }

/** Table or canvas: both show the same mapping. */
export function ViewSwitch({ isCanvas, onSwitch }: ViewSwitchProps) {
  return (
    <Segmented
      label={label}
      options={{ table, canvas }}
      value={isCanvas ? 'canvas' : 'table'}
      onChoose={(view) => onSwitch(view === 'canvas')}
    />
  )
}
