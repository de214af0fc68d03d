! SPDX-License-Identifier: MIT
! Functions of wheeldyn.h as Fortran sees them. Names end in c_null_char; a ref, which C has without
! a sign, is as wide with one; a string that comes back stays the library's.
module wheeldyn_c
    use, intrinsic :: iso_c_binding
    implicit none

    interface
        integer(c_int32_t) function wd_model_new(kind, handle) bind(c)
            import
            character(kind=c_char), intent(in) :: kind(*)
            type(c_ptr), intent(out) :: handle
        end function
        subroutine wd_model_free(handle) bind(c)
            import
            type(c_ptr), value :: handle
        end subroutine
        type(c_ptr) function wd_model_error(handle) bind(c)
            import
            type(c_ptr), value :: handle
        end function
        type(c_ptr) function wd_status_text(status) bind(c)
            import
            integer(c_int32_t), value :: status
        end function
        type(c_ptr) function wd_kind_nearest_name(name) bind(c)
            import
            character(kind=c_char), intent(in) :: name(*)
        end function
        type(c_ptr) function wd_model_nearest_name(handle, name) bind(c)
            import
            type(c_ptr), value :: handle
            character(kind=c_char), intent(in) :: name(*)
        end function
        integer(c_int32_t) function wd_model_load_preset(handle, name) bind(c)
            import
            type(c_ptr), value :: handle
            character(kind=c_char), intent(in) :: name(*)
        end function
        integer(c_int32_t) function wd_model_find(handle, name, ref) bind(c)
            import
            type(c_ptr), value :: handle
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int32_t), intent(out) :: ref
        end function
        integer(c_int32_t) function wd_model_value(handle, name, value) bind(c)
            import
            type(c_ptr), value :: handle
            character(kind=c_char), intent(in) :: name(*)
            real(c_double), intent(out) :: value
        end function
        integer(c_int32_t) function wd_model_set_value(handle, name, number) bind(c)
            import
            type(c_ptr), value :: handle
            character(kind=c_char), intent(in) :: name(*)
            real(c_double), value :: number
        end function
        integer(c_int32_t) function wd_model_set_input_fn(handle, ref, fn, user) bind(c)
            import
            type(c_ptr), value :: handle, user
            integer(c_int32_t), value :: ref
            type(c_funptr), value :: fn
        end function
        integer(c_int32_t) function wd_model_init(handle, t0) bind(c)
            import
            type(c_ptr), value :: handle
            real(c_double), value :: t0
        end function
        integer(c_int32_t) function wd_model_reset(handle) bind(c)
            import
            type(c_ptr), value :: handle
        end function
        real(c_double) function wd_model_time(handle) bind(c)
            import
            type(c_ptr), value :: handle
        end function
        integer(c_int32_t) function wd_model_step_to(handle, t) bind(c)
            import
            type(c_ptr), value :: handle
            real(c_double), value :: t
        end function
        integer(c_int32_t) function wd_model_run(handle, t_end, dt, refs, n, rows, room, &
                                                 written) bind(c)
            import
            type(c_ptr), value :: handle
            real(c_double), value :: t_end, dt
            integer(c_int32_t), intent(in) :: refs(*)
            integer(c_size_t), value :: n, room
            real(c_double), intent(out) :: rows(*)
            integer(c_size_t), intent(out) :: written
        end function
        integer(c_size_t) function strlen(string) bind(c)
            import
            type(c_ptr), value :: string
        end function
    end interface
end module
