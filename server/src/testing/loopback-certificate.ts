/** A certificate for localhost and 127.0.0.1 that nobody trusts but the tests; its key protects nothing. */
export const loopbackCertificate: string = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUQGkNmibThr32dYC9OShicwXGan8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5NDc1MVoYDzIxMjYxMDI4
MDk0NzUxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQEQ221VtwyoK0FMmWXB720Z8AQiIvLKaAgLa9FCYqlC0XOVRe5w2m0
/RT1GCehQIIrthpiyytuWD9la0Hba83Vo28wbTAdBgNVHQ4EFgQUKiC/ohRdCRM2
pctmvbWfXEdmeOcwHwYDVR0jBBgwFoAUKiC/ohRdCRM2pctmvbWfXEdmeOcwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhALzy6rzPjpxh/3biePKWVdusNZHTovbOKMCmyfcfI0ZYAiEA
zpIWMAQeqKuHO2rn3yUQkcI1BU+wDpSGOQqNPNyFduw=
-----END CERTIFICATE-----
`

/** The key of `loopbackCertificate`. */
export const loopbackKey: string = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgioSwq+AVFjUigFw3
ClLdx2zUG3cZgUy8cZI9I9H9JL6hRANCAAQEQ221VtwyoK0FMmWXB720Z8AQiIvL
KaAgLa9FCYqlC0XOVRe5w2m0/RT1GCehQIIrthpiyytuWD9la0Hba83V
-----END PRIVATE KEY-----
`
