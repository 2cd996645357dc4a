import { Download } from 'lucide-react'
import type { AnalyticsActor } from '../../machines/analytics/analytics.machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { useContextOf } from '../kit/use-snapshot.ts'
import { analyticsMessages } from './analytics.messages.ts'
import { type Cells, figureFileOf } from './figure-file.ts'

const { download } = analyticsMessages

type DownloadButtonProps = {
  readonly actor: AnalyticsActor
  readonly onSave: (fileName: string, rows: Cells) => void
}

/** The figures that are shown, by period, as a file. */
export function DownloadButton({ actor, onSave }: DownloadButtonProps) {
  const figures = useContextOf(actor, 'figures')
  return (
    <Button
      kind="quiet"
      label={download}
      isBlocked={figures === null}
      onPress={() => {
        if (figures !== null) onSave(...figureFileOf(figures.analytics))
      }}
    >
      <Download aria-hidden="true" />
    </Button>
  )
}
