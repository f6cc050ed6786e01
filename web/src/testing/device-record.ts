import type { DeviceRecord } from '../platform/credentials/device-record.ts'

/** The device's stored credential, which jsdom cannot keep; tests replace platform/credentials/device-record.ts with this module. */
export const device: { record: DeviceRecord | null } = { record: null }

export const readDeviceRecord = async (): Promise<DeviceRecord | null> => device.record

export async function saveDeviceRecord(record: DeviceRecord): Promise<void> {
  device.record = record
}

export async function deleteDeviceRecord(): Promise<void> {
  device.record = null
}
