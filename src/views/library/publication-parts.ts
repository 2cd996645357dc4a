import type { Part } from './PreviewSection.tsx'
import type { PublishStep } from './PublishSteps.tsx'

/** How an address names a part of a connector: short, or as the pages of the specification are called. */
const stepOf: Readonly<Record<string, PublishStep>> = {
  profile: 'profile',
  'integration-profile': 'profile',
  source: 'source',
  'source-configuration': 'source',
  destination: 'destination',
  'destination-configuration': 'destination',
  mapping: 'mapping',
  'data-mapping': 'mapping',
  publish: 'publish',
  'public-integration': 'publish',
}

/** The step of publishing that an address names; the first one where it names none. */
export const stepNamed = (fieldType: string): PublishStep => stepOf[fieldType.toLowerCase()] ?? 'profile'

/** The part of a published configuration that an address names; all of it where it names none. */
export function partNamed(fieldType: string): Part {
  const step = stepNamed(fieldType)
  return step === 'source' || step === 'destination' || step === 'mapping' ? step : 'all'
}
