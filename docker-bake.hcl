# The images of a release, for amd64 and arm64:
#   docker buildx bake                                            both, into the cache of the builder
#   REGISTRY=registry.example.com/team/ docker buildx bake --push  both, to your registry
#   docker buildx bake service --set '*.platform=linux/amd64' --load
# REVISION=$(git rev-parse HEAD) names the commit in the labels.

variable "VERSION" {
  default = "1.0.0"
}

variable "REVISION" {
  default = "unknown"
}

# A prefix that ends in a slash; empty: the name alone.
variable "REGISTRY" {
  default = ""
}

group "default" {
  targets = ["service", "all-in-one"]
}

# For a database of your own.
target "service" {
  context   = "."
  platforms = ["linux/amd64", "linux/arm64"]
  tags      = ["${REGISTRY}scheduling-service:${VERSION}"]
  args = {
    VERSION  = VERSION
    REVISION = REVISION
  }
}

# With the embedded PostgreSQL, for a look.
target "all-in-one" {
  inherits = ["service"]
  tags     = ["${REGISTRY}scheduling-service:${VERSION}-all-in-one"]
  args = {
    EMBEDDED_POSTGRES = "keep"
  }
}
