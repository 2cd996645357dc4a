/**
 * Says that something was done, for a few seconds. What went wrong is said where it happened instead. What draws it comes with the first one; where
 * that does not come, the page itself says what was done.
 */
import type { ToastAction } from './ToastRegion.tsx'

export async function toast(message: string, action?: ToastAction): Promise<void> {
  const region = await import('./ToastRegion.tsx').catch(() => null)
  region?.showToast(message, action)
}
