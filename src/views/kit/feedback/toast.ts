/**
 * Says that something was done, for a few seconds. What went wrong is said where it happened instead. What draws it comes with the first one; where
 * that does not come, the page itself says what was done.
 */
export async function toast(message: string): Promise<void> {
  const region = await import('./ToastRegion.tsx').catch(() => null)
  region?.showToast(message)
}
