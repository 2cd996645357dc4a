import { editedRoutes } from '#src/machines/builder/routes/routes-form.ts'
import { navigate, usePathname } from '#src/views/kit/browser-location.ts'
import { Select } from '../../kit/controls/Select.tsx'
import type { StepProps } from '../draft/builder-step.ts'
import { routesMessages as messages } from './routes.messages.ts'

/** Whether records go to one destination, to the first that fits, or to all that fit. */
export function GoesTo({ actor, draft }: Pick<StepProps, 'actor' | 'draft'>) {
  const path = usePathname()
  const { routes } = draft.config
  const { single, ...several } = messages.fits
  const choose = (fit: keyof typeof messages.fits) => {
    if (fit === 'single') return
    const next = editedRoutes(routes, { type: 'user.choseFit', fit, name: messages.newName(2) })
    if (next === undefined) return
    actor.send({ type: 'user.changed', change: { config: { routes: next } } })
    const added = next.others.at(-1)
    if (routes === undefined && added) navigate(`${path}?route=${added.id}`, { replace: true })
  }
  return (
    <Select
      label={messages.goesTo}
      isLabelUnseen
      options={routes === undefined ? { single, ...several } : (several as typeof messages.fits)}
      value={routes === undefined ? 'single' : routes.fit}
      onChoose={choose}
    />
  )
}
