"""Scripts that train what the package ships. Each reads top to bottom; none is used at run time."""
